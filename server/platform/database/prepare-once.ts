import { LRUCache } from 'lru-cache';
import type { Queryable } from '#server/platform/database.ts';

/** The name of statements that the database server does not keep: on the embedded database, all connections share names. */
export const UNNAMED = '';

/** The number of forms of one statement that are kept. */
const MAX_FORMS = 100;

/**
 * Returns a function that builds a statement with placeholders once for each database and form, because the query builder
 * takes about as long as the database takes to execute a short statement.
 */
export function prepareOnce<Statement extends object, Form>(
  build: (db: Queryable, form: Form) => Statement,
  getKey: (form: Form) => string,
): (db: Queryable, form: Form) => Statement {
  const statements = new WeakMap<Queryable, LRUCache<string, Statement>>();
  return (db, form) => {
    const forms = statements.get(db) ?? new LRUCache<string, Statement>({ max: MAX_FORMS });
    statements.set(db, forms);
    const key = getKey(form);
    const statement = forms.get(key) ?? build(db, form);
    forms.set(key, statement);
    return statement;
  };
}
