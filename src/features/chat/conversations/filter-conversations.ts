/** Case-insensitive substring match on the title (spec §5). */
export function filterConversations<T extends { title: string }>(conversations: readonly T[], search: string): T[] {
  const wanted = search.trim().toLowerCase();
  return conversations.filter((conversation) => conversation.title.toLowerCase().includes(wanted));
}
