export function watchLiveness(options: {
  address: () => string | undefined;
  onHang: () => void;
  askEveryMs?: number;
  patienceMs?: number;
  isUnanswered?: (address: string, patienceMs: number) => Promise<boolean>;
}): () => void;
