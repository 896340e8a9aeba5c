/** `Jonas` of `jonas@fernandkiln.example`, for sentences about an address; null if it doesn't look like a first name. */
export function nameOfAddress(email: string): string | null {
  const [local = ''] = email.split('@');
  const [name = ''] = local.split(/[._-]/);
  const isGeneral = /^(?:info|hello|hi|team|office|mail|contact|sales|support|admin|studio|shop|news|noreply)$/i.test(
    name,
  );
  return /^[a-z]{3,}$/i.test(name) && !isGeneral ? name.charAt(0).toUpperCase() + name.slice(1).toLowerCase() : null;
}
