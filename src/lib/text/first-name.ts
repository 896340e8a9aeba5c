/** The first word of a full name, or nothing. */
export function firstName(fullName: string): string {
  return fullName.trim().split(/\s+/u)[0] ?? '';
}
