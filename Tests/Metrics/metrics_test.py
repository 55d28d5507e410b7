"""Reads the metrics of a running daemon with the parser of Prometheus; run by scripts/test metrics."""

import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time
import unittest

from prometheus_client.parser import text_string_to_metric_families

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "clients/python/tests"))

import rig

BINARIES = os.environ["SNAPBACK_BINARIES"]


class Metrics(unittest.TestCase):
    def setUp(self):
        self.daemon = rig.Daemon(BINARIES)
        self.addCleanup(self.daemon.close)
        self.daemon.start()

    def tool(self, *arguments, fails=False):
        done = subprocess.run(
            [f"{BINARIES}/snapback", *arguments, "--socket", self.daemon.path],
            capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode != 0, fails, done.stderr)
        return done.stdout

    def metrics(self):
        """The value of each sample, by its name and labels."""
        text = self.tool("status", "--format", "prometheus")
        families = list(text_string_to_metric_families(text))
        self.assertGreater(len(families), 15)
        for family in families:
            self.assertTrue(family.documentation and family.type in ("gauge", "counter"), family)
        return {
            (sample.name, *sample.labels.values()): sample.value
            for family in families for sample in family.samples}

    def test_metrics_agree_with_the_status(self):
        metrics = self.metrics()
        status = json.loads(self.tool("status", "--json"))
        self.assertEqual(metrics["snapback_up",], 1)
        self.assertEqual(metrics["snapback_info", status["version"]], 1)
        self.assertEqual(metrics["snapback_views",], status["scene"]["views"])
        self.assertEqual(metrics["snapback_clients",], len(status["clients"]))
        self.assertAlmostEqual(metrics["snapback_uptime_seconds",], status["uptime"], delta=5)

    def test_memory_is_that_of_the_process(self):
        pages = pathlib.Path(f"/proc/{self.daemon.process.pid}/statm").read_text().split()[1]
        resident = int(pages) * os.sysconf("SC_PAGE_SIZE")
        self.assertAlmostEqual(
            self.metrics()["snapback_memory_resident_bytes",] / resident, 1, delta=0.1)

    def test_refused_requests_are_counted(self):
        before = self.metrics()["snapback_refused_requests_total",]
        for _ in range(3):
            self.tool("send", "hide", "nobody", fails=True)
        self.assertEqual(self.metrics()["snapback_refused_requests_total",] - before, 3)

    def test_refused_clients_are_counted(self):
        before = self.metrics()["snapback_refused_clients_total",]
        for _ in range(2):
            with socket.socket(socket.AF_UNIX) as client:
                client.connect(self.daemon.path)
                client.sendall(b'{"dance":{}}\n')
                while client.recv(4096):
                    pass
        self.assertEqual(self.metrics()["snapback_refused_clients_total",] - before, 2)

    def test_turns_are_late_if_the_daemon_was_held_up(self):
        watch = subprocess.Popen(
            [f"{BINARIES}/snapback", "watch", "--json", "--socket", self.daemon.path],
            stdout=subprocess.DEVNULL)
        self.addCleanup(watch.wait)
        self.addCleanup(watch.terminate)
        self.tool("send", "rotate", "card", "90", "--duration", "3", "--curve", "linear")
        before = self.metrics()["snapback_late_turns_total",]
        for _ in range(3):
            self.daemon.process.send_signal(signal.SIGSTOP)
            time.sleep(0.1)
            self.daemon.process.send_signal(signal.SIGCONT)
            time.sleep(0.1)
        self.assertGreaterEqual(self.metrics()["snapback_late_turns_total",] - before, 3)


if __name__ == "__main__":
    unittest.main()
