/** The only translation functions that `shared/form` may import. The import doesn't load any texts. */
export { cacheByLanguage, sayContract } from './say.ts'
