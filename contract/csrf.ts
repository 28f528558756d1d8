/**
 * A form can be sent by a page of any site. So answers about what forms change set this cookie, and the form's call sends
 * its value back in this header, which a page of another site can neither read nor set.
 */
export const CSRF_COOKIE = 'csrftoken';
export const CSRF_HEADER = 'X-CSRFToken';
