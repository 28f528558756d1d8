import { describe, expect, it } from 'vitest';
import { isOfMeeting, isPostponement } from '#features/corporate-actions/server/filing-proposals.ts';
import { parse } from '#tests/support/imports/layouts.ts';

describe('titles of announcements', () => {
  const parseTitle = (title: string) => {
    const row = `"Nov 20, 2026",10:51 AM,LUCK,Lucky Cement Limited,"${title}",900007-1.gif,`;
    const { rows } = parse(`date,time,symbol,name,title,image,document\n${row}`, 'board-meetings');
    const [, result] = rows[0] ?? [];
    return typeof result === 'string' ? result.split(/[.:]/)[0] : 'notice';
  };

  it.each([
    'Board Meeting',
    'Board of Directors Meeting',
    'BOARD OF DIRECTORS MEETING',
    "Board of Directors' Meeting",
    'Meeting of the Board of Directors',
    'Meeting of Board of Directors',
    'Notice of BOD Meeting',
    "Directors' Meeting",
    'Emergent Board Meeting',
    'Board Meeting Other Than Financial Results',
    'Board Meeting for approval of Annual Accounts',
    'Board Meeting to be held on November 27, 2026',
    'Rescheduling of Board Meeting',
    'Board of Directors Meeting and Closed Period',
    'Board Meeting for the quarter ended September 30, 2026',
  ])('read %j as a notice of a meeting', (title) => {
    expect(parseTitle(title)).toBe('notice');
  });

  it.each([
    'CONCLUSION OF BOARD MEETING',
    'Board Meeting Concluded',
    'Board Meeting held on November 19, 2026',
    'Outcome of the Board Meeting',
    'Decisions of Board of Directors Meeting',
    '24th Board Meeting in progress',
    'Completion of Board Meeting',
    'Board Meeting has ended',
    'Dividend recommended in the Board Meeting',
    'Outcome of Board Meeting and Change in Date of AGM',
    'Decision of Board Meeting - Cancellation of Right Issue',
    'Board Meeting in progress - deferred items',
  ])('read %j as a filing about a meeting that is over', (title) => {
    expect(parseTitle(title)).toBe('The filing is about a meeting that has started or is over');
  });

  it.each([
    'ADJOURNMENT OF BOARD MEETING',
    'Adjourned Board of Directors Meeting',
    'Postponment of Board Meeting',
    'Postponement of Board of Directors Meeting',
    'Board Meeting Cancelled',
    'Board Meeting Called Off',
    'Delay in Board Meeting',
    'Non-holding of Board Meeting',
    'Disregard earlier notice of Board Meeting',
    'Postponement of the 145th (Emergent) Meeting of the Board of Directors',
    'Board Meeting to approve the Accounts has been postponed due to rain',
    'Board Meeting of 27 Nov 2026 postponed to 1 Dec 2026',
    'Board Meeting will not be held',
    'Board Meeting (Postponed)',
    'Board Meeting - Change in Date',
    'Revised Date of Board Meeting',
    'Postponed: Board Meeting',
  ])('read %j as a notice that the meeting does not take place', (title) => {
    expect(parseTitle(title)).toBe('notice');
    expect([isPostponement(title), isOfMeeting(title)]).toEqual([true, true]);
  });

  it.each([
    'Board Meeting and Change in Date of AGM',
    'Change in Date of Annual General Meeting, approved by circulation',
    'Board Meeting - Cancellation of Right Issue',
    'Cancellation of Right Issue by the Board',
    'Board Meeting for deferred items',
    'Notice of Board Meeting - Right Issue Canceled',
  ])('do not read %j as a postponement of the meeting', (title) => {
    expect(isOfMeeting(title)).toBe(false);
  });

  it.each([
    'Board MeetingREVOKED',
    'Board Meetingrevoked',
    'BOARD MEETINGREVOKED',
    'Board MeetingRevised REVOKED',
    'REVOKEDBoard Meeting',
    'Board Meeting (Final)Revoked',
    'Board Meeting<span>REVOKED</span>',
    'Board Meeting<span class=""tag"">revoked</span>',
    '<b>B</b>oard Meeting<b>Revoked</b>',
  ])('read %j as a revoked filing', (title) => {
    expect(parseTitle(title)).toBe('The filing was revoked');
  });

  it('read a notice whose status follows without a space', () => {
    expect(parseTitle('Board MeetingREVISED')).toBe('notice');
    expect(parseTitle('Board Meeting<span>Revised</span>')).toBe('notice');
  });

  it.each(['Credit of Final Cash Dividend', 'Financial Results', 'Meeting of the Board Audit Committee'])(
    'leave %j out',
    (title) => {
      expect(parseTitle(title)).toBe('Left out');
    },
  );
});
