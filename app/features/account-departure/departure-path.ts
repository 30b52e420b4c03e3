/** The sections about leaving load from here, and send their forms here. */
export const DEPARTURE_PATH = "/app/account-departure";
