/** What the zip is called where it is saved: with the day on which it was asked for, in UTC. */
export function exportFileName(createdAtMs: number): string {
  return `parlando-data-${new Date(createdAtMs).toISOString().slice(0, 10)}.zip`;
}
