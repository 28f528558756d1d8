import { pageMeta } from '#web/document/page-meta.ts';
import { ContactLines } from './contact-lines.tsx';
import { LegalPage } from './legal-page.tsx';

export const meta = pageMeta({
  title: 'Privacy Policy',
  description:
    'What Tezi keeps about you, why, for how long, with whom it is shared, and how to get it or have it deleted.',
});

export default function Privacy() {
  return (
    <LegalPage
      title="Privacy Policy"
      summary="We keep what an account and a subscription need, and nothing to advertise with. We do not sell personal data. Card details never reach us. Questions about privacy are answered within 48 hours."
      sections={SECTIONS}
    />
  );
}

const SECTIONS = [
  {
    id: 'what',
    title: 'What we keep',
    text: (
      <ul>
        <li>
          Your account: name, email address, optional phone number, and a password that is stored only as a
          hash.
        </li>
        <li>
          If you sign in with Google: your name, email address and Google account number, as Google gives them
          to us.
        </li>
        <li>Your subscription: plan, status, billing period, and the payment provider’s reference.</li>
        <li>
          Your sessions: when and from which kind of device you signed in, so that you can see and end them.
        </li>
        <li>
          A security log: sign-ins and changes to your account, with time, IP address and kind of device.
        </li>
        <li>Technical records: address, time and page of requests, kept for security and to find faults.</li>
      </ul>
    ),
  },
  {
    id: 'why',
    title: 'What we use it for',
    text: (
      <ul>
        <li>To sign you in and to show what your plan includes.</li>
        <li>To bill subscriptions and to answer questions about them.</li>
        <li>To send messages that the service needs, such as a confirmation or a password reset.</li>
        <li>To protect accounts, to limit abuse, and to keep the records that the law requires.</li>
      </ul>
    ),
  },
  {
    id: 'browser',
    title: 'What stays in your browser',
    text: (
      <p>
        Your sign-in, the theme that you chose, and the filters and page of the lists that you read are kept
        in your browser’s own storage. Signing out removes the sign-in. There are no advertising cookies and
        no trackers.
      </p>
    ),
  },
  {
    id: 'sharing',
    title: 'With whom it is shared',
    text: (
      <>
        <p>
          Payments are handled by our payment provider, which receives what a payment needs; card details go
          to it directly and never pass through our servers. Sign-in with Google involves Google. Those who
          host the service and deliver its mail process data on our behalf and only for that.
        </p>
        <p>
          We do not sell or rent personal data. We disclose it to authorities only where the law obliges us
          to.
        </p>
      </>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    text: (
      <p>
        Account data is kept as long as the account exists and deleted when it is closed. Billing records are
        kept for as long as tax law requires. Entries of the security log are deleted after a limited time,
        and your own 30 days after you delete your account. Technical records are deleted after a short time
        unless they are needed to investigate abuse.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    text: (
      <p>
        Connections are encrypted, passwords are hashed, access within our team is limited to those who need
        it, and sessions can be ended at any time. No system is perfectly safe: if something happens that
        concerns you, we tell you without delay.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    text: (
      <>
        <p>You may at any time:</p>
        <ul>
          <li>see and correct what your profile holds;</li>
          <li>ask for a copy of the data that we keep about you;</li>
          <li>have your account and its data deleted, except for what the law requires us to keep;</li>
          <li>object to a use, or ask for it to be limited.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    text: (
      <p>
        The service is for adults. We do not knowingly keep data of anybody under 18 and delete it when we
        learn of it.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    text: (
      <p>When this policy changes we publish the new one here with its date, and point out what matters.</p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    text: (
      <>
        <p>Questions and requests about privacy are answered within 48 hours.</p>
        <ContactLines />
      </>
    ),
  },
];
