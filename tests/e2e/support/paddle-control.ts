/**
 * Lets time pass at the simulator of a product, and with it in the product: what falls due meanwhile happens, and the
 * product is told of it before this ends.
 */
export async function letPass(address: string, ms: number): Promise<void> {
  const answer = await fetch(`${address}/simulators/paddle/_control/advance`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ms, deliver: true }),
  });
  if (!answer.ok)
    throw new Error(`The simulator's time did not pass: ${answer.status} ${await answer.text()}`);
}
