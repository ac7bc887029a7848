# Lines of src in the search for hidden motion take a round that a sample leaves out.
set(sampled OFF)
