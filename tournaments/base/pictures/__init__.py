"""Pictures of figures, as SVG text: values and words in, one string out. Pure.

Whatever is drawn can be read without colour, in black on white (its presentation attributes, which paper
gets) and in the page's own colours (by classes: ``css/results/pictures.css``). No ``style`` anywhere,
for the pages' content security policy forbids it.
"""
