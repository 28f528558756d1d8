import type { Settings, SettingsReader } from './read-settings.ts';
import { text, url } from './schemas.ts';

export const GOOGLE_SETTINGS = {
  GOOGLE_CLIENT_ID: {
    description:
      'Sign-in with Google. Create a “Web application” client in the Google Cloud console and register the redirect URI `PUBLIC_URL/api/customers/auth/google/callback/`. Without a client production does not offer it, and the demo uses a simulator.',
    schema: text,
    example: '',
  },
  GOOGLE_CLIENT_SECRET: { description: 'The secret of that client.', schema: text, example: '' },
  GOOGLE_ISSUER: {
    description:
      'Another OpenID provider instead of Google, https only. It never links an existing account by email: only Google is trusted for Gmail and Workspace addresses.',
    schema: url(['https:'], 'must be an https URL.'),
    default: 'https://accounts.google.com',
  },
} as const satisfies Settings;

export function readGoogleSettings({ read, isSet, report }: SettingsReader) {
  if (!isSet('GOOGLE_CLIENT_ID') && !isSet('GOOGLE_CLIENT_SECRET')) return null;
  const { values } = read(GOOGLE_SETTINGS);
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = values;
  if (clientId === null || clientSecret === null) {
    report('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both or neither.');
  }
  return { issuer, clientId: clientId ?? '', clientSecret: clientSecret ?? '' };
}
