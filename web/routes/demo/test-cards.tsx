import type { DemoState } from '#contract/demo.ts';
import { DataTable } from '#web/ui/data-table.tsx';

/** The card numbers that the simulated checkout accepts. */
export function TestCards({ cards }: { cards: DemoState['test_cards'] }) {
  return (
    <section aria-labelledby="test-cards" className="lg:col-span-full">
      <h2 id="test-cards" className="text-xl">
        Test cards
      </h2>
      <p className="mt-2 mb-3 text-muted">
        Payments are simulated. Use any name, any security code, and an expiry date after the demo's time.
      </p>
      <DataTable
        label="Test cards"
        rows={cards}
        getKey={({ number }) => number}
        columns={{
          'Card number': ({ number }) => (
            <span className="figures">{number.replace(/(\d{4})(?=\d)/g, '$1 ')}</span>
          ),
          Payments: ({ effect }) => effect,
        }}
      />
    </section>
  );
}
