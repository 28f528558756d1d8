/**
 * Advances the time of a product and its Paddle simulator. Events that become due are processed, and their webhooks are
 * delivered before this resolves.
 */
export async function advanceTime(baseUrl: string, ms: number): Promise<void> {
  const response = await fetch(`${baseUrl}/simulators/paddle/_control/advance`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ms, deliver: true }),
  });
  if (!response.ok)
    throw new Error(`Advancing the simulator's time failed: ${response.status} ${await response.text()}`);
}
