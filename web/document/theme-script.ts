import { THEME_KEY } from '#web/frame/theme.ts';
import { STORAGE_KEYS } from '#web/session/session.ts';

/**
 * Runs in the head, before anything is painted: the theme that was chosen and who reads, from the browser's storage to
 * `<html>`, where CSS finds them. Pages come from the server the same for everybody. What counts as signed in is what
 * `useSession` says.
 */
export const themeScript = `(function () {
  var mark = document.documentElement.dataset;
  mark.reader = 'visitor';
  try {
    var theme = localStorage.getItem('${THEME_KEY}');
    if (theme === 'light' || theme === 'dark') mark.theme = theme;
    var user = localStorage.getItem('${STORAGE_KEYS.access}') && JSON.parse(localStorage.getItem('${STORAGE_KEYS.user}'));
    if (user && typeof user.email === 'string' && typeof user.name === 'string') {
      mark.reader = user.isAdmin ? 'admin' : 'customer';
    }
  } catch (error) {}
})()`;
