/**
 * Any site can submit a form to this one. Responses that lead to a form therefore set this cookie, and the form request
 * returns its value in this header. A page of another site can neither read the cookie nor set the header.
 */
export const CSRF_COOKIE = 'csrftoken';
export const CSRF_HEADER = 'X-CSRFToken';
