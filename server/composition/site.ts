import type { Db } from '#db/client.ts';
import type { Config } from '#server/config.ts';
import { allArticles } from '#server/content/articles/read-articles.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { ModelGateway } from '#server/gateways/model/model.ts';
import type { Log } from '#server/lib/log.ts';
import type { AttemptLimiter } from '#server/modules/auth/attempt-limiter.ts';
import { createBlogService, type BlogService } from '#server/modules/blog/blog.service.ts';
import type { SpendingService } from '#server/modules/chat/spending.service.ts';
import { createContact, type ContactService } from '#server/modules/contact/contact.service.ts';
import { createCrashes, type CrashesService } from '#server/modules/crashes/crashes.service.ts';
import type { IssueArticle } from '#server/modules/newsletter/issues.ts';
import { createNewsletter, type NewsletterService } from '#server/modules/newsletter/newsletter.service.ts';
import { createStatusService, type Pings, type StatusService } from '#server/modules/status/status.service.ts';
import { createVisitorAllowance } from '#server/modules/visitor/visitor-allowance.ts';
import { createVisitorService, type VisitorService } from '#server/modules/visitor/visitor.service.ts';
import type { Keys } from './keys.ts';

type Input = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  model: ModelGateway;
  pings: Pings;
  keys: Keys;
  log: Log;
  attempts: AttemptLimiter;
  spending: SpendingService;
  isModelEnabled: boolean;
  /** The caps of the chatbot. */
  visitors: Config['visitors'];
  emails: Config['emails'];
  publicUrl: string;
  /** What the newsletter announces in place of the blog's articles, in tests. */
  articles: (() => IssueArticle[]) | undefined;
};
export type SiteServices = {
  blog: BlogService;
  newsletter: NewsletterService;
  contact: ContactService;
  crashes: CrashesService;
  visitor: VisitorService;
  status: StatusService;
};

/** The public site, for visitors without an account. */
export function composeSite(input: Input): SiteServices {
  const { db, clock, mail, model, pings, keys, log, attempts, spending, isModelEnabled } = input;
  const { visitors, emails, publicUrl, articles } = input;
  const supportEmail = emails.support;
  const blog = createBlogService({ listArticles: allArticles });
  return {
    blog,
    newsletter: createNewsletter({
      db,
      clock,
      mail,
      attempts,
      hash: keys.hash('newsletter links'),
      listArticles: articles ?? (() => blog.list().map((article) => ({ ...article, author: article.author.name }))),
      publicUrl,
      supportEmail,
    }),
    contact: createContact({ db, clock, mail, attempts, emails }),
    crashes: createCrashes({ attempts, log }),
    visitor: createVisitorService({
      model,
      allowance: createVisitorAllowance({
        db,
        clock,
        hash: keys.hash('visitors'),
        perHour: visitors.perHour,
        perDay: visitors.perDay,
      }),
      spending,
      isModelEnabled,
      answerTokens: visitors.tokens,
      siteLinks: { publicUrl, supportEmail },
      log,
    }),
    status: createStatusService({ db, clock, pings, log }),
  };
}
