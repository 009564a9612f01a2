import { createFileRoute } from '@tanstack/react-router'
import { useProject } from '#app/api/project.ts'
import { InfrastructurePage } from '#app/features/infrastructure/InfrastructurePage.tsx'
import { RANGES, type RangeName } from '#app/features/infrastructure/ranges.ts'
import { UpgradeCard } from '#app/features/upgrade/UpgradeCard.tsx'
import { prefetchLastUpgrade, upgradeEligibilityOptions } from '#app/features/upgrade/queries.ts'
import { PageColumn } from '#app/layouts/PageColumn.tsx'
import { HELP_TOPICS, type HelpTopic } from '#app/lib/warning-help.ts'
import { choiceParam } from '#app/lib/search-params.ts'
import { settleSoon } from '#app/lib/settle-soon.ts'

export const Route = createFileRoute('/_app/project/$ref/settings/infrastructure')({
  validateSearch: (search: Record<string, unknown>): { range?: RangeName; help?: HelpTopic } => {
    const range = choiceParam(
      search['range'],
      RANGES.map(({ value }) => value),
    )
    const help = choiceParam(search['help'], HELP_TOPICS)
    return { ...(range && { range }), ...(help && { help }) }
  },
  loader: ({ context: { queryClient }, params: { ref } }) =>
    settleSoon(
      queryClient.prefetchQuery(upgradeEligibilityOptions(ref)),
      prefetchLastUpgrade(queryClient, ref),
    ),
  staticData: { title: { page: 'Infrastructure', product: 'Settings' } },
  component: function Infrastructure() {
    const project = useProject(Route.useParams().ref)
    const search = Route.useSearch()
    return (
      <PageColumn>
        <InfrastructurePage
          key={project.ref}
          project={project}
          range={search.range ?? '1h'}
          help={search.help}
          upgrade={<UpgradeCard project={project} />}
        />
      </PageColumn>
    )
  },
})
