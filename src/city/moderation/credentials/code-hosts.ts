import { defineKind, ends, hexDigit, letters, type PrefixedKind, urlSafe } from './kind.ts';

export const codeHostKinds: readonly PrefixedKind[] = [
  defineKind('a GitHub token', 'ghp_', `${letters}{36}`),
  defineKind('a GitHub fine-grained token', 'github_pat_', `[A-Za-z0-9_]{60}`),
  defineKind('a GitHub app token', ['gho_', 'ghu_', 'ghs_', 'ghr_'], `${letters}{36}`),
  defineKind(
    'a GitLab token',
    ['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glft-', 'glsoat-', 'glcbt-', 'gloas-', 'glagent-', 'GR1348941'],
    `${urlSafe}{20}`,
  ),
  defineKind('a Bitbucket app password', 'ATBB', `${letters}{32}${ends}`),
  defineKind('an Atlassian token', ['ATATT3', 'ATCTT3'], `[A-Za-z0-9_=-]{60}`),
  defineKind('an npm token', 'npm_', `${letters}{36}${ends}`),
  defineKind('a PyPI token', ['pypi-AgEIcHlwaS5vcmc', 'pypi-AgENdGVzdC5weXBpLm9yZw'], `${urlSafe}{50}`),
  defineKind('a RubyGems key', 'rubygems_', `${hexDigit}{48}${ends}`),
  defineKind('a crates.io token', 'cio', `${letters}{32}${ends}`),
  defineKind('a NuGet key', 'oy2', `[a-z0-9]{43}${ends}`),
  defineKind('a Clojars token', 'CLOJARS_', `[a-z0-9]{60}${ends}`),
  defineKind('a Docker Hub token', ['dckr_pat_', 'dckr_oat_'], `${urlSafe}{27}`),
  defineKind('a JFrog key', 'AKCp', `${letters}{69}${ends}`),
  defineKind('a JFrog reference token', 'cmVmdGtu', `${letters}{56}${ends}`),
  defineKind('a Sourcegraph token', 'sgp_', `(?:${hexDigit}{16}_|local_)?${hexDigit}{40}${ends}`),
  defineKind('a CircleCI token', ['CCIPAT_', 'CCIPRJ_'], `${letters}{8,40}_${hexDigit}{40}`),
  defineKind('a Buildkite token', 'bkua_', `${hexDigit}{40}${ends}`),
  defineKind('a Postman key', 'PMAK-', `${hexDigit}{24}-${hexDigit}{34}${ends}`),
];
