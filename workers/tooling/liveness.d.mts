export function watchLiveness(options: {
  address: () => string | undefined;
  onHang: () => void;
  askEveryMs?: number;
  patienceMs?: number;
}): () => void;
