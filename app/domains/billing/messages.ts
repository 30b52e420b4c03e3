/** Words of the billing domain that clients see. */
export function quotaExceededMessage(limit: number, remaining: number, required: number): string {
  return `This request exceeds your quota of ${limit}. You have ${remaining} credits remaining, while ${required} credits are required for this request.`;
}

export function keyQuotaExceededMessage(limit: number, remaining: number, required: number): string {
  return `This request exceeds your API key's quota of ${limit}. It has ${remaining} credits remaining, while ${required} credits are required for this request.`;
}

export function tooManyConcurrentRequestsMessage(tierLabel: string, maximum: number): string {
  return `Too many requests at the same time: the ${tierLabel} plan allows ${maximum}. Wait for one to end, or upgrade the plan.`;
}
