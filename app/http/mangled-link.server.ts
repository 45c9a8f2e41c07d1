/**
 * The address that was meant by a link whose "?" and "=" a mail program has written as escapes; undefined where it is no
 * such link. Its path is of plain words, so it cannot lead to another host.
 */
export function repairMangledLink({ pathname, search }: URL): string | undefined {
  const [, path, query] = /^((?:\/[a-z0-9-]+)+)%3f(.+)$/i.exec(pathname) ?? [];
  if (path === undefined || query === undefined) return undefined;
  const plain = query.replaceAll(/%3d/gi, "=").replaceAll(/%26(?:amp;)?/gi, "&");
  return `${path}?${plain}${search.replace("?", "&")}`;
}
