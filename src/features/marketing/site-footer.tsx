import { Link } from '@tanstack/react-router';
import { TRIAL_DAYS } from '#contract/plans.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { useSite } from '#src/lib/site.ts';
import { Logo } from '#src/ui/logo.tsx';
import { useVisitor } from './visitor-context.ts';

export function SiteFooter() {
  const { supportEmail, salesEmail, careersEmail, contactEmail } = useSite();
  const { visitor } = useVisitor();
  return (
    <footer className="footer" id="contact">
      <div className="wrap">
        <div className="cols">
          <div className="stack">
            <Link className="logo" to="/">
              <Logo />
            </Link>
            <p className="muted">Ten AI teammates for small businesses, each with one job.</p>
          </div>
          <nav aria-labelledby="footer-product">
            <h2 id="footer-product">Product</h2>
            <ul>
              <li>
                <a href="/#ai-team">The team</a>
              </li>
              <li>
                <a href="/#pricing">Pricing</a>
              </li>
              <li>
                <Link to="/security">Security</Link>
              </li>
            </ul>
          </nav>
          <nav aria-labelledby="footer-company">
            <h2 id="footer-company">Company</h2>
            <ul>
              <li>
                <a href={`mailto:${careersEmail}`}>Careers</a>
              </li>
              <li>
                <a href={`mailto:${salesEmail}`}>Sales</a>
              </li>
              <li>
                <a href={`mailto:${contactEmail}`}>Contact</a>
              </li>
            </ul>
          </nav>
          <nav aria-labelledby="footer-help">
            <h2 id="footer-help">Help</h2>
            <ul>
              <li>
                <a href={`mailto:${supportEmail}`}>Support</a>
              </li>
              <li>
                <Link to="/privacy">Privacy</Link>
              </li>
              <li>
                <Link to="/terms">Terms</Link>
              </li>
            </ul>
          </nav>
        </div>
        <p className="legal">
          <span>© {PRODUCT_NAME}</span>
          <span>
            {visitor?.canHaveTrial !== false && `${TRIAL_DAYS}-day free trial. No credit card required. `}Cancel
            anytime.
          </span>
        </p>
      </div>
    </footer>
  );
}
