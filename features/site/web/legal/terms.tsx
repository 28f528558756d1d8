import { Link } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import { RISK_STATEMENT_VERSION } from '#features/accounts/contract/risk-statement.ts';
import { RISK_STATEMENT } from '#features/accounts/web/public/risk-statement/statement.ts';
import { ContactLines, LegalPage } from './legal-page.tsx';

export const meta = createPageMeta({
  title: 'Terms & Conditions',
  description:
    'The terms on which Tezi publishes trading signals and market information and sells subscriptions.',
});

export default function Terms() {
  return (
    <LegalPage
      title="Terms & Conditions"
      summary="Tezi publishes information for traders. It does not manage money, promise results or give personal advice. These terms explain what you can expect from us and what we expect from you."
      sections={SECTIONS}
    />
  );
}

const SECTIONS = [
  {
    id: 'agreement',
    title: 'Agreement',
    text: (
      <>
        <p>
          By opening an account, buying a subscription or using this website you agree to these terms, to the{' '}
          <Link to={paths.privacy}>Privacy Policy</Link> and to the{' '}
          <Link to={paths.refund}>Refund Policy</Link>. If you do not agree, please do not use the service.
        </p>
        <p>
          You must be at least 18 years old and able to enter into a contract under the law that applies to
          you.
        </p>
      </>
    ),
  },
  {
    id: 'service',
    title: 'The service',
    text: (
      <>
        <p>
          Tezi publishes trading signals for the Pakistan Stock Exchange, board meetings, book closures and
          market news. Intraday signals are free. Swing and investment signals are premium and are reserved
          for subscribers.
        </p>
        <p>
          We may add, change or end parts of the service. If a change removes something that you have paid
          for, we notify you in advance.
        </p>
      </>
    ),
  },
  {
    id: 'no-advice',
    title: 'No investment advice, no guaranteed results',
    text: (
      <>
        <p>
          A signal is an opinion about a price, published for all users alike. It is not personal advice, not
          an offer, and not an invitation to buy or sell. Decide for yourself, and ask a licensed adviser if
          you are in doubt.
        </p>
        <p>
          Trading involves risk and may not be suitable for all investors. Results are not guaranteed: you can
          lose what you invest, and with borrowed money more than that. Past performance does not predict
          future results.
        </p>
      </>
    ),
  },
  {
    id: 'risk-statement',
    title: 'Risk statement',
    text: (
      <>
        <p>
          You accept this statement, version {RISK_STATEMENT_VERSION}, when you create an account. If it
          changes, we ask you to accept the new version before you read premium signals. We store which
          version you accepted, when and where.
        </p>
        <ul>
          {RISK_STATEMENT.map(({ title, text }) => (
            <li key={title}>
              <strong>{`${title}.`}</strong> <span>{text}</span>
            </li>
          ))}
        </ul>
      </>
    ),
  },
  {
    id: 'accounts',
    title: 'Accounts',
    text: (
      <ul>
        <li>Provide your real name and an email address that you have access to.</li>
        <li>Keep your password secret. You are responsible for everything done with your account.</li>
        <li>One person, one account. An account or its content may not be shared, resold or republished.</li>
        <li>Notify us immediately if you suspect that another person is using your account.</li>
      </ul>
    ),
  },
  {
    id: 'subscriptions',
    title: 'Subscriptions and payment',
    text: (
      <>
        <p>
          Subscriptions are billed in advance, monthly or yearly, by our payment provider, and renew until
          they are canceled. The price is the one shown at checkout, with the taxes that apply to you.
        </p>
        <p>
          You may pause or cancel at any time. Either takes effect at the end of the period that has been paid
          for; until then your access does not change. The <Link to={paths.refund}>Refund Policy</Link>{' '}
          explains what can be refunded.
        </p>
      </>
    ),
  },
  {
    id: 'use',
    title: 'Acceptable use',
    text: (
      <>
        <p>You agree not to:</p>
        <ul>
          <li>copy, resell or republish signals or other premium content, in whole or in part;</li>
          <li>
            collect content by automated means, except through the feeds and calendars that we provide for it;
          </li>
          <li>try to access content, accounts or systems that you are not authorized to access;</li>
          <li>use the service to manipulate the price of a security or to mislead others.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'content',
    title: 'Third-party content',
    text: (
      <p>
        News, company names, filings and market data belong to their owners and are shown with their source.
        We reproduce them with care but do not guarantee them; the exchange's and the company's own dates and
        figures prevail.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    text: (
      <>
        <p>
          The service is provided as is. As far as the law allows, we are not liable for trading losses, lost
          profits or indirect damage that results from using the service or from its unavailability.
        </p>
        <p>
          Where we are liable, our total liability is limited to what you have paid us in the last six months
          before the claim.
        </p>
      </>
    ),
  },
  {
    id: 'ending',
    title: 'Ending and changes',
    text: (
      <>
        <p>
          You may close your account at any time. We may suspend or close an account that breaks these terms,
          and we give the reason.
        </p>
        <p>
          When these terms change we publish the new ones here with their date. By continuing to use the
          service you accept them. The law of Pakistan applies, and the courts of Lahore have jurisdiction.
        </p>
      </>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    text: (
      <>
        <p>Support responds to questions about these terms within 2-3 business days.</p>
        <ContactLines />
      </>
    ),
  },
];
