import { and, eq, exists, isNull, type SQL } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { users } from "../../../db/schema";

export type User = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert;

/** `email` in its normalised form. */
export async function findUserByEmail(database: Database, email: string): Promise<User | undefined> {
  const rows = await database.select().from(users).where(eq(users.email, email)).limit(1);
  return rows[0];
}

export async function findUser(database: Database, userId: string): Promise<User | undefined> {
  const rows = await database.select().from(users).where(eq(users.id, userId)).limit(1);
  return rows[0];
}

/** A statement for the sign-up's batch. Fails on an address that is taken. */
export function insertUser(database: Database, user: NewUser) {
  return database.insert(users).values(user);
}

/** The condition that a person has this address, for what a mailed code does: whoever reads another one has no say. */
export const hasAddress = (database: Database, { userId, email }: AddressOfPerson): SQL =>
  exists(
    database
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.email, email))),
  );

export function setPasswordHash(database: Database, userId: string, passwordHash: string) {
  return database.update(users).set({ passwordHash }).where(eq(users.id, userId));
}

/** Somebody and the address that is in question: theirs only as long as no other account has got it. */
export interface AddressOfPerson {
  userId: string;
  email: string;
}

const awaitsVerification = ({ userId, email }: AddressOfPerson) =>
  and(eq(users.id, userId), eq(users.email, email), isNull(users.emailVerifiedAtMs));

/** The condition that a person's address is not verified, for statements that stand before `markEmailVerified` in a batch. */
export const isUnverified = (database: Database, person: AddressOfPerson): SQL =>
  exists(database.select({ id: users.id }).from(users).where(awaitsVerification(person)));

/**
 * Notes that the address is the person's own; the first time counts, and answers a row. `account`: what the account has
 * from then on, where it is not what the row has.
 */
export function markEmailVerified(
  database: Database,
  person: AddressOfPerson,
  nowMs: number,
  account: Partial<Omit<NewUser, "id" | "email" | "emailVerifiedAtMs">> = {},
) {
  return database
    .update(users)
    .set({ ...account, emailVerifiedAtMs: nowMs })
    .where(awaitsVerification(person))
    .returning({ id: users.id });
}

/** Sets what is given of a person and leaves the rest. */
export async function setProfile(
  database: Database,
  userId: string,
  changes: Partial<Pick<User, "firstName" | "publicUserName" | "locale" | "agreesToProductUpdates">>,
): Promise<void> {
  if (Object.keys(changes).length > 0) await database.update(users).set(changes).where(eq(users.id, userId));
}
