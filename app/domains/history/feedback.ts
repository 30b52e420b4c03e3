/** What people say about an item. Source: spec 001, sections 3, 4 and 5. */
import { AppError } from "../../lib/app-error";
import { historyMessages, MAX_FEEDBACK_CHARACTERS, MIN_FEEDBACK_CHARACTERS } from "./messages";

export interface FeedbackInput {
  thumbsUp: boolean;
  /** Words with a thumb up; empty for none. */
  feedback: string;
  emotions: boolean;
  inaccurateClone: boolean;
  glitches: boolean;
  audioQuality: boolean;
  other: boolean;
}

export interface Feedback extends FeedbackInput {
  /** Anything but `not_reviewed` makes it final. */
  reviewStatus: string;
}

export const NOT_REVIEWED = "not_reviewed";

/**
 * The feedback to keep after `input` on an item whose feedback was `current`. Refuses (400) words of 1 to 19 or more than
 * 200 characters with a thumb up, and any change after a review. The checkboxes belong to a thumb down, the words to a
 * thumb up; what does not belong is not kept.
 */
export function nextFeedback(current: Feedback | null, input: FeedbackInput): Feedback {
  if (current && current.reviewStatus !== NOT_REVIEWED)
    throw new AppError("conflict", 400, historyMessages.feedbackReviewed);
  const feedback = input.feedback.trim();
  if (!input.thumbsUp) return { ...input, feedback, reviewStatus: NOT_REVIEWED };
  const length = Array.from(feedback).length;
  if (length > 0 && length < MIN_FEEDBACK_CHARACTERS) throw refusal(historyMessages.feedbackTooShort);
  if (length > MAX_FEEDBACK_CHARACTERS) throw refusal(historyMessages.feedbackTooLong);
  const unchecked = { emotions: false, inaccurateClone: false, glitches: false, audioQuality: false, other: false };
  return { thumbsUp: true, feedback, ...unchecked, reviewStatus: NOT_REVIEWED };
}

const refusal = (message: string) => new AppError("invalid_request", 400, message, { param: "feedback" });
