/**
 * Closes a socket, and answers a close that its client began: the runtime does not do so by itself. A client without an
 * answer waits for it, and takes the connection for a broken one.
 */
export function closeQuietly(socket: WebSocket, code: number, reason: string): void {
  try {
    // Codes below 3000 other than 1000 are reserved for the protocol itself and cannot be sent.
    socket.close(code === 1000 || code >= 3000 ? code : 1000, reason);
  } catch {
    // Closed already.
  }
}
