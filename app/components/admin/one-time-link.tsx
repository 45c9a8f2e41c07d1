import { Banner } from "~/components/ui/banner";

/** A link to hand over, shown once. */
export function OneTimeLink({ title, explains, link }: { title: string; explains: string; link: string }) {
  return (
    <Banner tone="success" role="status" title={title} className="mb-10">
      <label htmlFor="new-link" className="mb-1.5 mt-2 block text-sm">
        {explains}
      </label>
      {/* The whole link is visible, also on a phone, because it can be copied onto paper. */}
      <textarea
        dir="auto"
        id="new-link"
        readOnly
        rows={4}
        value={link}
        className="control break-all font-mono text-sm [field-sizing:content]"
      />
    </Banner>
  );
}
