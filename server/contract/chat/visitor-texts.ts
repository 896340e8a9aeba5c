/** The visitor chatbot (VISITOR-1 to VISITOR-7). */
export const VISITOR_CHAT_TEXTS = {
  badge: 'AI',
  launcher: 'Ask us anything',
  apology: (supportEmail: string) =>
    `I'm sorry, I'm having trouble connecting right now... Please try again, or write to ${supportEmail} and a person will answer.`,
  requestDemo: 'Request Demo',
  later: 'Later',
} as const;
