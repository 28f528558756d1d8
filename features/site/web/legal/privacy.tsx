import { createPageMeta } from '#core/web/document/page-meta.ts';
import { ContactLines, LegalPage } from './legal-page.tsx';

export const meta = createPageMeta({
  title: 'Privacy Policy',
  description:
    'The data that Tezi stores about you: why, for how long, with whom it is shared, and how to get a copy or have it deleted.',
});

export default function Privacy() {
  return (
    <LegalPage
      title="Privacy Policy"
      summary="We store the data that an account and a subscription need, and nothing for advertising. We do not sell personal data. We never receive card details. We respond to questions about privacy within 48 hours."
      sections={SECTIONS}
    />
  );
}

const SECTIONS = [
  {
    id: 'what',
    title: 'Data we store',
    text: (
      <ul>
        <li>
          Your account: name, email address, optional phone number, and a password that is stored only as a
          hash.
        </li>
        <li>
          If you sign in with Google: your name, email address and Google account number, as Google provides
          them.
        </li>
        <li>Your subscription: plan, status, billing period, and the payment provider’s reference.</li>
        <li>
          Your sessions: when and from which type of device you signed in, so that you can see and end them.
        </li>
        <li>
          A security log: sign-ins and changes to your account, with time, IP address and type of device.
        </li>
        <li>The versions of the risk statement that you accepted, when and where.</li>
        <li>Technical records: IP address, time and page of requests, for security and troubleshooting.</li>
      </ul>
    ),
  },
  {
    id: 'why',
    title: 'How we use it',
    text: (
      <ul>
        <li>To sign you in and to show what your plan includes.</li>
        <li>To bill subscriptions and to respond to questions about them.</li>
        <li>To send necessary messages, such as a confirmation or a password reset.</li>
        <li>To protect accounts, to limit abuse, and to keep records that the law requires.</li>
      </ul>
    ),
  },
  {
    id: 'browser',
    title: 'Data stored in your browser',
    text: (
      <p>
        Your session, your theme, the filters and page of the lists that you view, the signals that you mark
        as entered, and the capital, risk and fees that you enter to calculate position sizes are stored in
        your browser. We never receive the capital, risk and fees. Signing out removes the session, the marks
        and these figures. There are no advertising cookies and no trackers.
      </p>
    ),
  },
  {
    id: 'sharing',
    title: 'How it is shared',
    text: (
      <>
        <p>
          Payments are handled by our payment provider, which receives the data that a payment needs; card
          details go to it directly and never pass through our servers. Sign-in with Google involves Google.
          The companies that host the service and deliver its email process data on our behalf and only for
          that purpose.
        </p>
        <p>
          We do not sell or rent personal data. We disclose it to authorities only where the law requires it.
        </p>
      </>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we store it',
    text: (
      <p>
        Account data is stored while the account exists and deleted when it is closed. Billing records are
        stored for as long as tax law requires. Entries of the security log are deleted after a limited time,
        and your own 30 days after you delete your account. What you accepted, such as the risk statement, is
        recorded for five years; after you delete your account, without your name, email, IP address and
        device. Technical records are deleted after a short time unless they are needed to investigate abuse.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    text: (
      <p>
        Connections are encrypted, passwords are hashed, access within our team is limited to those who need
        it, and sessions can be ended at any time. No system is perfectly safe: if an incident affects you, we
        notify you without delay.
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
          <li>see and correct your profile;</li>
          <li>request a copy of the data that we store about you;</li>
          <li>have your account and its data deleted, except for data that the law requires us to keep;</li>
          <li>object to a use, or request that it be limited.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    text: (
      <p>
        The service is for adults. We do not knowingly store data of anyone under 18, and delete it when we
        learn of it.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    text: (
      <p>
        When this policy changes we publish the new one here with its date, and highlight important changes.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    text: (
      <>
        <p>We respond to questions and requests about privacy within 48 hours.</p>
        <ContactLines />
      </>
    ),
  },
];
