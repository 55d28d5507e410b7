// Shows what the daemon says, and in words when it is not there.

const shownLimit = 50;
const retryMilliseconds = 1000;

const state = document.getElementById("state");
const messages = document.getElementById("messages");

function show(line) {
  const item = document.createElement("li");
  item.textContent = line;
  messages.prepend(item);
  while (messages.children.length > shownLimit) messages.lastElementChild.remove();
}

function connect() {
  const socket = new WebSocket(`ws://${location.host}/ws`);
  socket.addEventListener("open", () => {
    state.textContent = "Connected.";
    socket.send(JSON.stringify({ hello: { name: "page" } }));
  });
  socket.addEventListener("message", (event) => show(event.data));
  socket.addEventListener("close", (event) => {
    state.textContent = event.reason
      ? `Not connected: ${event.reason}. Trying again.`
      : "Not connected: snapback-web does not answer. Trying again.";
    setTimeout(connect, retryMilliseconds);
  });
}

connect();
