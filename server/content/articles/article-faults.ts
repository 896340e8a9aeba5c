/** Articles that can't be published, with one line per fault: the file, the field and what is wrong. */
export class ArticleFaults extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The articles (server/content/articles) have errors:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ArticleFaults';
    this.faults = faults;
  }
}
