/** What new members are asked, and what of it is kept. Pure. Source: spec 000, section 3 (onboarding_survey). */
import { firstNameOf } from "../rules";

/** Fields, as they are called on the wire and kept. */
export interface SurveyAnswers {
  first_name?: string;
  role?: string;
  subrole?: string;
  timezone?: string;
  source?: string;
}

export interface Choice {
  value: string;
  label: string;
}

const choice = (value: string, label: string): Choice => ({ value, label });

/** What somebody does, and within it what exactly. */
export const ROLES: readonly (Choice & { subroles: readonly Choice[] })[] = [
  {
    ...choice("creator", "Creator"),
    subroles: [
      choice("video", "Video"),
      choice("podcast", "Podcast"),
      choice("audiobook", "Audiobooks"),
      choice("games", "Games"),
    ],
  },
  {
    ...choice("developer", "Developer"),
    subroles: [
      choice("web_app", "Web or app"),
      choice("agent", "Voice agents"),
      choice("research", "Research"),
      choice("hobby", "For myself"),
    ],
  },
  {
    ...choice("business", "Business"),
    subroles: [
      choice("marketing", "Marketing"),
      choice("support", "Customer support"),
      choice("learning", "Training and learning"),
      choice("media", "Media and publishing"),
    ],
  },
  {
    ...choice("education", "Education"),
    subroles: [choice("teacher", "Teaching"), choice("student", "Studying")],
  },
  { ...choice("personal", "Just for me"), subroles: [] },
];

export const SOURCES: readonly Choice[] = [
  choice("friend", "A friend or colleague"),
  choice("search_engine", "A search engine"),
  choice("social", "Social media"),
  choice("video", "A video"),
  choice("article", "An article or newsletter"),
  choice("code", "Code or documentation"),
  choice("other", "Somewhere else"),
];

/**
 * The answers that are known ones. Others are left out, not refused: nobody is kept from starting by a question.
 * A subrole counts within its role only.
 */
export function keptAnswers(given: SurveyAnswers): SurveyAnswers {
  const kept: SurveyAnswers = {};
  const firstName = firstNameOf(given.first_name ?? "");
  if (firstName !== "") kept.first_name = firstName;
  const role = ROLES.find(({ value }) => value === given.role);
  if (role) kept.role = role.value;
  const subrole = role?.subroles.find(({ value }) => value === given.subrole);
  if (subrole) kept.subrole = subrole.value;
  if (given.timezone && isTimeZone(given.timezone)) kept.timezone = given.timezone;
  const source = SOURCES.find(({ value }) => value === given.source);
  if (source) kept.source = source.value;
  return kept;
}

function isTimeZone(name: string): boolean {
  if (name.length > 64) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
