import type { Settings } from './read-settings.ts';
import { text } from './schemas.ts';

export const CONTACT_SETTINGS = {
  CONTACT_EMAIL: {
    description: 'The email address in the footer and on the legal pages.',
    schema: text,
    default: 'support@tezi.example',
    requiredInProduction: 'the footer and the legal pages name it',
  },
  CONTACT_PHONE: {
    description: 'The phone number in the footer.',
    schema: text,
    default: '+92 42 0000 0000',
    requiredInProduction: 'the footer names it',
  },
  ANALYST_NAME: { description: 'The analyst of signals that name none.', schema: text, example: '' },
  ANALYST_REGISTRATION: {
    description: 'The registration number of that analyst.',
    schema: text,
    example: '',
  },
} as const satisfies Settings;
