/** The only part of the translations that `shared/form` may import. It needs no texts of its own. */
export { cacheByLanguage, sayContract } from './say.ts'
