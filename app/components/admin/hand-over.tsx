import { Banner } from "~/components/ui/banner";

/** A link that goes from hand to hand, shown once. */
export function HandOver({ title, explains, link }: { title: string; explains: string; link: string }) {
  return (
    <Banner tone="success" role="status" title={title} className="mb-10">
      <label htmlFor="new-link" className="mb-1.5 mt-2 block text-sm">
        {explains}
      </label>
      {/* All of it can be read at once, also on a phone: it may be copied by hand. */}
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
