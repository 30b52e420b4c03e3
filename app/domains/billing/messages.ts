/** Words of the billing domain that clients see. */
import { unitOf } from "../../lib/format-number";

export function quotaExceededMessage(limit: number, remaining: number, required: number): string {
  return `This request exceeds your quota of ${limit}. You have ${balance(remaining, required)} for this request.`;
}

export function keyQuotaExceededMessage(limit: number, remaining: number, required: number): string {
  return `This request exceeds your API key's quota of ${limit}. It has ${balance(remaining, required)} for this request.`;
}

export function tooManyConcurrentRequestsMessage(tierLabel: string, maximum: number): string {
  return `Too many requests at the same time: the ${tierLabel} plan allows ${maximum}. Wait for one to end, or upgrade the plan.`;
}

function balance(remaining: number, required: number): string {
  const needed = `${required} ${unitOf(required, "credit")} ${required === 1 ? "is" : "are"} required`;
  return `${remaining} ${unitOf(remaining, "credit")} remaining, while ${needed}`;
}
