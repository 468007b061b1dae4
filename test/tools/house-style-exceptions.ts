/**
 * A banned word that is allowed in one file or folder. `path`: a file, or a folder that ends in `/`. `found`: the quoted text in the
 * check's output.
 */
export type StyleException = { readonly path: string; readonly found: string; readonly reason: string }

const licenceNotices = [
  { path: 'decisions/2026-11-22-allow-list-packaged-files.md', found: 'notices' },
  { path: 'renderer/app/licences-dialog.tsx', found: 'notices' },
  { path: 'test/package/', found: 'notices' },
  { path: 'test/repo-checks/licences.test.ts', found: 'notice' },
  { path: 'test/repo-checks/third-party-notices.test.ts', found: 'notices' },
  { path: 'test/tools/third-party-notices.ts', found: 'notices' }
]

const logoParts = [{ path: 'test/renderer/ui/progress-glow.test.tsx', found: 'door' }]

/** Stored names don't change. See `decisions/2026-11-24-enforce-the-house-style.md`. */
const storedNames = [
  { path: 'electron/tasks/machine/task-record.ts', found: 'inDoubt', reason: 'Stored in the journal.' },
  { path: 'electron/tasks/machine/task-record.ts', found: 'doubtedSince', reason: 'Stored in the journal.' },
  { path: 'test/migrations/fixtures.ts', found: 'hasDesk', reason: 'Stored in facts.json of each fixture.' },
  { path: 'test/migrations/fixtures.ts', found: 'goesOn', reason: 'Stored in facts.json of each fixture.' }
]

/** An exception without a reason, or one that matches nothing, fails `npm run check`. */
export const styleExceptions: readonly StyleException[] = [
  ...storedNames,
  ...licenceNotices.map((place) => ({ ...place, reason: 'Licences call their texts notices.' })),
  ...logoParts.map((place) => ({ ...place, reason: 'Kiln’s logo shows the door of a kiln.' }))
]
