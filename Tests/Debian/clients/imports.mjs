// Imports the modules of a folder for pages, and prints what a page needs of them.
globalThis.HTMLElement = class {};
globalThis.customElements = { define() {}, get() {} };
const [folder] = process.argv.slice(2);
const { connect } = await import(`${folder}/browser.js`);
const { bind } = await import(`${folder}/dom.js`);
const { SnapbackScene } = await import(`${folder}/element.js`);
console.log(typeof connect, typeof bind, SnapbackScene.prototype instanceof HTMLElement);
