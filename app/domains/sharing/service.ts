/** Sharing's use cases, put together. */
import { createPublicShares, type PublicShareDependencies, type PublicShares } from "./public-shares";

export type SharingDependencies = PublicShareDependencies;

export type SharingService = PublicShares;

export function createSharingService(dependencies: SharingDependencies): SharingService {
  return { ...createPublicShares(dependencies) };
}
