/**
 * The addresses of the product, and which of them this version has. The list is the product's
 * description; a route that is not in it does not belong into the dashboard.
 */
export const SPEC_ROUTES: Readonly<Record<string, 'built' | 'later'>> = {
  '/organizations': 'built',
  '/org/{slug}': 'built',
  '/org/{slug}/billing': 'later',
  '/project/{ref}': 'built',
  '/project/{ref}/editor': 'later',
  '/project/{ref}/sql': 'built',
  '/project/{ref}/sql/{id}': 'built',
  '/project/{ref}/settings/api': 'built',
  '/project/{ref}/settings/api-keys/new': 'built',
  '/project/{ref}/settings/general': 'built',
  '/project/{ref}/settings/infrastructure': 'built',
  '/project/{ref}/settings/addons': 'built',
  '/project/{ref}/settings/integrations': 'later',
  '/project/{ref}/settings/compute-and-disk': 'built',
  '/project/{ref}/settings/vault': 'built',
  '/project/{ref}/database/settings': 'built',
  '/project/{ref}/database/backups/scheduled': 'built',
  '/project/{ref}/database/backups/pitr': 'built',
  '/project/{ref}/database/indexes': 'later',
  '/project/{ref}/database/functions': 'later',
  '/project/{ref}/database/extensions': 'later',
  '/project/{ref}/auth/policies': 'later',
  '/project/{ref}/auth/providers': 'later',
  '/project/{ref}/auth/mfa': 'later',
  '/project/{ref}/auth/rate-limits': 'later',
  '/project/{ref}/auth/smtp': 'later',
  '/project/{ref}/storage/settings': 'later',
  '/project/{ref}/branches': 'later',
  '/project/{ref}/reports': 'later',
  '/project/{ref}/reports/{id}': 'later',
  '/project/{ref}/functions/{slug}/details': 'built',
  '/project/{ref}/api/graphiql': 'built',
  '/support/new': 'built',
  '/usage': 'later',
}

/**
 * The address of a route file, by the router's own rules: folders and dots are steps, `_name` is a
 * layout without an address, `$name` a parameter, `index` and `route` add nothing.
 * @param file relative to the routes folder, with slashes
 */
export function addressOf(file: string) {
  const steps = file
    .replace(/(\.lazy)?\.tsx?$/, '')
    .split(/[/.]/)
    .filter((step) => !step.startsWith('_') && step !== 'index' && step !== 'route')
    .map((step) => step.replace(/_$/, '').replace(/^\$(.+)$/, '{$1}'))
  return `/${steps.join('/')}`
}

/** Whether a file shows a page of its own, rather than only standing around others'. */
export const isPage = (file: string) => !/(^|[/.])(route|__root|_[^/.]*)\.tsx$/.test(file)
