import { createPageMeta } from '#core/web/document/page-meta.ts';
import { ContactLines, LegalPage } from './legal-page.tsx';

export const meta = createPageMeta({
  title: 'Refund Policy',
  description:
    'What can be refunded and how: payments to Paddle and physical goods within 14 days, digital products are final sale.',
});

export default function Refund() {
  return (
    <LegalPage
      title="Refund Policy"
      summary="Digital products, including subscriptions, are final sale. Refunds for physical goods must be requested within 14 days and are paid within 5-7 business days. Regardless of this, Paddle refunds every payment to it within 14 days."
      sections={SECTIONS}
    />
  );
}

const SECTIONS = [
  {
    id: 'digital',
    title: 'Digital products',
    text: (
      <>
        <p>
          Regardless of anything else on this page, every payment to Paddle is refunded in full on request
          within 14 days, without a reason.
        </p>
        <p>
          Subscriptions, signals and everything else that is delivered online are digital products. All sales
          of digital products are final: once access has been granted, the payment is not refunded.
        </p>
        <p>
          Intraday signals are free, so that you can evaluate signals before you pay for any. Results are not
          guaranteed, and a signal that did not reach its target is not grounds for a refund.
        </p>
      </>
    ),
  },
  {
    id: 'cancelling',
    title: 'Canceling a subscription',
    text: (
      <p>
        You may cancel at any time from the page of your subscription. It then ends with the period that has
        been paid for, you keep access until that date, and you are not charged again.
      </p>
    ),
  },
  {
    id: 'physical',
    title: 'Physical goods',
    text: (
      <>
        <p>Refunds for physical goods must be requested within 14 days of delivery. The goods must be:</p>
        <ul>
          <li>unused and in the condition in which they arrived;</li>
          <li>in their original packaging;</li>
          <li>accompanied by the receipt or the order number.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'asking',
    title: 'How to request a refund',
    text: (
      <ol>
        <li>Email support from the email address of your account, with the order and the reason.</li>
        <li>
          Support responds within 2-3 business days, with the decision and, if it is approved, where to send
          goods.
        </li>
        <li>An approved refund is paid within 5-7 business days, to the original payment method.</li>
      </ol>
    ),
  },
  {
    id: 'mistakes',
    title: 'Charged by mistake',
    text: (
      <p>
        If you were charged twice, or after a cancellation took effect, contact us: a mistaken charge is
        always refunded in full.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights by law',
    text: <p>Nothing here limits your rights under the consumer law of your country.</p>,
  },
  {
    id: 'contact',
    title: 'Contact',
    text: (
      <>
        <p>Support responds within 2-3 business days.</p>
        <ContactLines />
      </>
    ),
  },
];
