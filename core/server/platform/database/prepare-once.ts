import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '#core/server/platform/database.ts';

/** The number of forms of one statement that are kept. */
const MAX_FORMS = 100;
/** The number of forms of one statement that have a name: each connection keeps their plans until it is closed. */
const MAX_NAMED_FORMS = 20;
const UNNAMED = '';

/**
 * Returns a function that builds a statement with placeholders once for each database and form, because the query builder
 * takes about as long as the database takes to execute a short statement. Each connection also
 * parses and plans it once. Statements of simultaneous requests share a connection (`sessions.ts`), so they must be
 * short.
 */
export function prepareOnce<Form, Statement extends object>(
  build: (db: Queryable, form: Form) => { prepare(name: string): Statement; toSQL(): { sql: string } },
  getKey: (form: Form) => string,
): (db: Queryable, form: Form) => Statement {
  const statements = new WeakMap<Queryable, LRUCache<string, Statement>>();
  const names = new Set<string>();

  function prepare(db: Queryable, form: Form): Statement {
    const query = build(db, form);
    const name = createHash('sha256').update(query.toSQL().sql).digest('base64url').slice(0, 22);
    if (names.size < MAX_NAMED_FORMS) names.add(name);
    return query.prepare(names.has(name) ? name : UNNAMED);
  }

  return (db, form) => {
    const forms = statements.get(db) ?? new LRUCache<string, Statement>({ max: MAX_FORMS });
    statements.set(db, forms);
    const key = getKey(form);
    const statement = forms.get(key) ?? prepare(db, form);
    forms.set(key, statement);
    return statement;
  };
}
