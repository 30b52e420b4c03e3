/** Words of sharing, to the letter where the specification has them. Source: spec 000, sections 5, 6, 8 and 9. */
export const sharingMessages = {
  onlyTextToSpeech: "Video generation is only available for text-to-speech items",
  notShareable: "Sharing is not available for this workspace.",
  videoNotEnabled: "Videos are not enabled for this workspace. An admin can switch them on.",
  linkRevoked: "This link was revoked.",
  expiryInThePast: "The time at which a link expires has to be in the future.",
  videoTooLong: (minutes: number) => `Videos can be made of up to ${minutes} minutes of speech.`,
  videoNotReady: "This video is not ready yet.",
  videoNotFound: "There is no such video.",
  videoFailed: "The video could not be made. Please try again later.",
  busy: "Many pictures are being made right now. Please try again in a moment.",
  mediaAway: "Pictures cannot be made at this moment. Please try again in a moment.",
  mediaMissing: (method: string) =>
    `The media worker that this installation is bound to (MEDIA in wrangler.toml) does not offer ${method}. Deploy the media worker of this version.`,
} as const;
