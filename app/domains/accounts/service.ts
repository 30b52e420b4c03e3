/** The use cases of accounts, put together from their parts. See README.md for the map. */
import { type Authentication, type AuthenticationDependencies, createAuthentication } from "./authentication";

export interface AccountsDependencies extends AuthenticationDependencies {}

export interface AccountsService extends Authentication {}

export function createAccountsService(dependencies: AccountsDependencies): AccountsService {
  return { ...createAuthentication(dependencies) };
}
