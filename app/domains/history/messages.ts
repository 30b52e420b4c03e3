/** Words of the history, to the letter. Source: spec 001, sections 5 and 8. */
export const MIN_FEEDBACK_CHARACTERS = 20;
export const MAX_FEEDBACK_CHARACTERS = 200;

export const historyMessages = {
  feedbackSaved: "Your feedback has been submitted, thank you.",
  feedbackTooShort: "Feedback must be at least 20 characters long",
  feedbackTooLong: "Feedback must be at most 200 characters long",
  feedbackReviewed: "This feedback cannot be changed as it was already reviewed.",
  itemNotFound: (id: string) => `A history item with id '${id}' does not exist.`,
  itemsNotFound: (ids: string[]) => `These history items do not exist: ${ids.join(", ")}.`,
  soundsMissing: (ids: string[]) => `The sound of these history items is missing or damaged: ${ids.join(", ")}.`,
  nothingToRestore: "This history item can no longer be restored.",
  notAllRestored: (count: number) =>
    count === 1 ? "1 item can no longer be restored." : `${count} items can no longer be restored.`,
  noItemsGiven: "Provide at least one history item to download.",
  tooManyItems: (max: number) => `At most ${max} history items can be downloaded at once.`,
  unknownDownloadFormat: (format: string) =>
    `Invalid output_format '${format}': use default, wav, mp3 or one of the API's output formats.`,
  tooLongToTranscode: (minutes: number) =>
    `Sounds longer than ${minutes} minutes can only be downloaded in the format they were made in.`,
  unknownCursor: (id: string) => `start_after_history_item_id '${id}' does not exist.`,
} as const;
