/** What a worker's isolate holds, by the inspector of its process. */
import WebSocket from "ws";

const WITHIN_MS = 60_000;

/**
 * Bytes that are reachable in an isolate, WebAssembly memories included: the sum of a heap snapshot, which the engine
 * takes after a collection. What the process has from the system says little: V8 collects late where memory is plenty.
 *
 * @param {number} port of the process's inspector
 * @param {string} worker its name
 * @returns {Promise<number>}
 */
export async function bytesHeld(port, worker) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/core:user:${worker}`);
  let snapshot = "";
  try {
    await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`the inspector of ${worker} did not answer`)), WITHIN_MS);
      socket.on("error", reject);
      socket.on("close", () => reject(new Error(`the inspector of ${worker} closed`)));
      socket.on("open", () => socket.send(JSON.stringify({ id: 1, method: "HeapProfiler.takeHeapSnapshot" })));
      socket.on("message", (data) => {
        const message = JSON.parse(data);
        if (message.method === "HeapProfiler.addHeapSnapshotChunk") snapshot += message.params.chunk;
        if (message.id !== 1) return;
        clearTimeout(timer);
        if (message.error) reject(new Error(message.error.message));
        else resolve();
      });
    });
  } finally {
    socket.terminate();
  }
  const { snapshot: description, nodes } = JSON.parse(snapshot);
  const fields = description.meta.node_fields;
  let bytes = 0;
  for (let at = fields.indexOf("self_size"); at < nodes.length; at += fields.length) bytes += nodes[at];
  return bytes;
}
