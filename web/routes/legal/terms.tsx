import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import { ContactLines } from './contact-lines.tsx';
import { LegalPage } from './legal-page.tsx';

export const meta = pageMeta({
  title: 'Terms & Conditions',
  description:
    'The terms on which Tezi publishes trading signals and market information and sells subscriptions.',
});

export default function Terms() {
  return (
    <LegalPage
      title="Terms & Conditions"
      summary="Tezi publishes information for traders. It does not manage money, promise results or know your situation. These terms say what you may expect from us and what we expect from you."
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
          We may add, change or end parts of the service. Where a change takes away something that you have
          paid for, we tell you beforehand.
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
          A signal is an opinion about a price, published for everybody alike. It is not advice for your
          situation, not an offer, and not an invitation to buy or sell. Decide for yourself, and ask a
          licensed adviser where you are in doubt.
        </p>
        <p>
          Trading involves risk and may not be suitable for all investors. Results are not guaranteed: you can
          lose what you invest, and with borrowed money more than that. Past results do not tell future ones.
        </p>
      </>
    ),
  },
  {
    id: 'accounts',
    title: 'Accounts',
    text: (
      <ul>
        <li>Give a correct name and an email address that you can read.</li>
        <li>Keep your password to yourself. What is done with your account counts as done by you.</li>
        <li>One person, one account. An account or its content may not be shared, resold or republished.</li>
        <li>Tell us at once when you believe that somebody else uses your account.</li>
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
          they are cancelled. The price is the one shown at checkout, with the taxes that apply to you.
        </p>
        <p>
          You may pause or cancel at any time. Either takes effect at the end of the period that has been paid
          for; until then your access stays as it is. What can be refunded is said in the{' '}
          <Link to={paths.refund}>Refund Policy</Link>.
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
            collect content by automated means, except through the feeds and calendars that we offer for it;
          </li>
          <li>try to reach content, accounts or systems that are not open to you;</li>
          <li>use the service to manipulate the price of a security or to mislead others.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'content',
    title: 'Content of others',
    text: (
      <p>
        News, company names, filings and market data belong to their owners and are shown with their source.
        We pass them on with care but do not vouch for them; the exchange and the company have the last word
        on their own dates and figures.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    text: (
      <>
        <p>
          The service is provided as it is. As far as the law allows, we are not liable for trading losses,
          lost profits or indirect damage that comes from using the service or from its being unavailable.
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
          and we say why.
        </p>
        <p>
          When these terms change we publish the new ones here with their date. Who goes on using the service
          after that accepts them. The law of Pakistan applies, and the courts of Lahore are competent.
        </p>
      </>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    text: (
      <>
        <p>Questions about these terms are answered by support within 2-3 business days.</p>
        <ContactLines />
      </>
    ),
  },
];
