/** Articles that cannot be shown as they are, a line for each fault: file, field, what is wrong. */
export class ArticleFaults extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The articles (server/content/articles) cannot be shown as they are:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    this.name = 'ArticleFaults';
    this.faults = faults;
  }
}
