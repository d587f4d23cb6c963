import { ends, hex, kind, letters, type PrefixedKind, urlSafe } from './kind.ts';

export const codeHostKinds: readonly PrefixedKind[] = [
  kind('a GitHub token', 'ghp_', `${letters}{36}`),
  kind('a GitHub fine-grained token', 'github_pat_', `[A-Za-z0-9_]{60}`),
  kind('a GitHub app token', ['gho_', 'ghu_', 'ghs_', 'ghr_'], `${letters}{36}`),
  kind(
    'a GitLab token',
    ['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glft-', 'glsoat-', 'glcbt-', 'gloas-', 'glagent-', 'GR1348941'],
    `${urlSafe}{20}`,
  ),
  kind('a Bitbucket app password', 'ATBB', `${letters}{32}${ends}`),
  kind('an Atlassian token', ['ATATT3', 'ATCTT3'], `[A-Za-z0-9_=-]{60}`),
  kind('an npm token', 'npm_', `${letters}{36}${ends}`),
  kind('a PyPI token', ['pypi-AgEIcHlwaS5vcmc', 'pypi-AgENdGVzdC5weXBpLm9yZw'], `${urlSafe}{50}`),
  kind('a RubyGems key', 'rubygems_', `${hex}{48}${ends}`),
  kind('a crates.io token', 'cio', `${letters}{32}${ends}`),
  kind('a NuGet key', 'oy2', `[a-z0-9]{43}${ends}`),
  kind('a Clojars token', 'CLOJARS_', `[a-z0-9]{60}${ends}`),
  kind('a Docker Hub token', ['dckr_pat_', 'dckr_oat_'], `${urlSafe}{27}`),
  kind('a JFrog key', 'AKCp', `${letters}{69}${ends}`),
  kind('a JFrog reference token', 'cmVmdGtu', `${letters}{56}${ends}`),
  kind('a Sourcegraph token', 'sgp_', `(?:${hex}{16}_|local_)?${hex}{40}${ends}`),
  kind('a CircleCI token', ['CCIPAT_', 'CCIPRJ_'], `${letters}{8,40}_${hex}{40}`),
  kind('a Buildkite token', 'bkua_', `${hex}{40}${ends}`),
  kind('a Postman key', 'PMAK-', `${hex}{24}-${hex}{34}${ends}`),
];
