/** `name`, or `name 2` and so on if it's taken: names are unique within an account. */
export function freeName(name: string, taken: readonly string[]): string {
  let found = name;
  for (let number = 2; taken.includes(found); number += 1) found = `${name} ${number}`;
  return found;
}
